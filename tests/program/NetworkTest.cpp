#include "program/suites/Network.h"
#include "Loading.h"
#include "program/suites/Suite.h"
#include "program/suites/SuiteFile.h"

using namespace mlirgym;
using mlirgym::test::loadNamed;
using testing::Contains;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::StartsWith;
using testing::UnorderedElementsAreArray;

static std::string errorOf(llvm::Expected<std::string> text) {
  return text ? "" : llvm::toString(text.takeError());
}

TEST(NetworkTest, NamesAreProgramsAndTheirTasks) {
  EXPECT_THAT(networks(), IsSupersetOf({"bert_layer", "resnet18", "vgg16"}));
  EXPECT_EQ(networkOf("resnet18.op5"), "resnet18");
  EXPECT_EQ(networkOf("relu_3_4"), "relu_3_4");
  auto whole = llvm::cantFail(generateProgram("unet_block"));
  EXPECT_THAT(whole, HasSubstr("func.func @unet_block("));
  EXPECT_THAT(whole, testing::Not(HasSubstr("// -----")));
  for (const std::string &task : llvm::cantFail(tasksOfNetwork("unet_block")))
    EXPECT_THAT(llvm::cantFail(generateProgram(task)),
                HasSubstr("func.func @payload("));
}

TEST(NetworkTest, OperatorsAreProgramsAndSuites) {
  EXPECT_THAT(operators(), IsSupersetOf({"torch_conv_relu", "torch_softmax"}));
  EXPECT_THAT(llvm::cantFail(generateProgram("torch_softmax")),
              StartsWith("#map = "));
  // Environments have places for eight loops.
  std::vector<std::string> shallow = operators();
  std::erase_if(shallow, [](const std::string &name) {
    const Program program = loadNamed(name);
    return llvm::any_of(program.operations(),
                        [](const Operation &op) { return op.numLoops() > 8; });
  });
  std::vector<std::string> listed =
      llvm::cantFail(Suite::load("npbench")).programs();
  llvm::append_range(listed,
                     llvm::cantFail(Suite::load("operators")).programs());
  EXPECT_THAT(listed, UnorderedElementsAreArray(shallow));
  EXPECT_FALSE(isStored("torch_nothing"));
  EXPECT_THAT(errorOf(generateProgram("torch_nothing")),
              HasSubstr("or of `mlirgym suite show operators`"));
}

TEST(NetworkTest, UnknownNamesAreRefused) {
  EXPECT_THAT(errorOf(readStored("lenet")),
              StartsWith("lenet: no such network; use one of bert_layer, "));
  EXPECT_THAT(errorOf(readStored("resnet18.op999")),
              StartsWith("resnet18.op999: the network has no such task; use "
                         "one of resnet18.op"));
  EXPECT_THAT(errorOf(generateProgram("lenet")), HasSubstr("and no network"));
}

TEST(NetworkTest, ASuiteHasTheTasksOfItsNetworks) {
  auto suite = llvm::cantFail(Suite::load("networks"));
  for (Split split : {Split::Train, Split::Validation, Split::Test}) {
    EXPECT_FALSE(suite.programs(split).empty()) << nameOfSplit(split).str();
    for (const std::string &name : suite.programs(split))
      EXPECT_EQ(suite.split(name), split) << name;
  }
  EXPECT_THAT(suite.programs(Split::Test), Contains("mobilenet_v2.op1"));
  EXPECT_THAT(suite.programs(Split::Train), Contains("resnet18.op1"));
  EXPECT_EQ(Suite::splitOf("resnet18.op1"), Suite::splitOf("resnet18.op2"));
}

TEST(NetworkTest, ASuiteNamesEachNetworkOnce) {
  auto errorIn = [](llvm::StringRef list) {
    auto suite = readSuite(
        (R"({"summary": "s", "networks": )" + list + "}").str(), "s.json");
    return suite ? "" : llvm::toString(suite.takeError());
  };
  EXPECT_THAT(errorIn(R"({"train": ["unet_block"], "test": ["unet_block"]})"),
              StartsWith("s.json: networks.test.[0]: unet_block.op"));
  for (llvm::StringRef none : {"lenet", "torch_softmax"})
    EXPECT_THAT(errorIn((R"({"train": [")" + none + R"("]})").str()),
                HasSubstr("no such network"));
  EXPECT_THAT(errorIn(R"({"train": "unet_block"})"), HasSubstr("not a list"));
  EXPECT_THAT(errorIn(R"({"train": [1]})"), HasSubstr("not a string"));
  EXPECT_THAT(errorIn(R"(["unet_block"])"), HasSubstr("a list of networks"));
  EXPECT_THAT(errorIn(R"({"rest": []})"), HasSubstr("unknown key"));
}
