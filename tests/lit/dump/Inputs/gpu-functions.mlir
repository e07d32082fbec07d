// Functions that GPUs have no instruction for, each once.
#same = affine_map<(i, j) -> (i, j)>
func.func @functions(%a: tensor<8x64xTYPE>) -> tensor<8x64xTYPE> {
  %empty = tensor.empty() : tensor<8x64xTYPE>
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x64xTYPE>) outs(%empty : tensor<8x64xTYPE>) {
  ^bb0(%x: TYPE, %unused: TYPE):
    %one = arith.constant 1.0 : TYPE
    %size = math.absf %x : TYPE
    %positive = arith.addf %size, %one : TYPE
    %pow = math.powf %positive, %x : TYPE
    %exp2 = math.exp2 %x : TYPE
    %log10 = math.log10 %positive : TYPE
    %sinh = math.sinh %x : TYPE
    %cosh = math.cosh %x : TYPE
    %tanh = math.tanh %x : TYPE
    %erf = math.erf %x : TYPE
    %s1 = arith.addf %pow, %exp2 : TYPE
    %s2 = arith.addf %log10, %sinh : TYPE
    %s3 = arith.addf %cosh, %tanh : TYPE
    %s4 = arith.addf %s1, %s2 : TYPE
    %s5 = arith.addf %s3, %erf : TYPE
    %s6 = arith.addf %s4, %s5 : TYPE
    linalg.yield %s6 : TYPE
  } -> tensor<8x64xTYPE>
  return %0 : tensor<8x64xTYPE>
}
