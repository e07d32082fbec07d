// A function with a C interface is local to the object, any other stays visible; only kernels with bare pointers are known not to share memory.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(mlirgym-hide-entry)' | FileCheck %s
// CHECK:       llvm.func internal @payload(%{{.+}}: !llvm.ptr {llvm.noalias}, %{{.+}}: i64) attributes {always_inline}
llvm.func @payload(%a: !llvm.ptr, %n: i64) {
  llvm.return
}
llvm.func @_mlir_ciface_payload(%a: !llvm.ptr, %n: i64) {
  llvm.call @payload(%a, %n) : (!llvm.ptr, i64) -> ()
  llvm.return
}
// CHECK:       llvm.func @other(%{{.+}}: !llvm.ptr)
llvm.func @other(%a: !llvm.ptr) {
  llvm.return
}
// CHECK:       llvm.func @kernel(%{{.+}}: !llvm.ptr {llvm.noalias}) attributes {llvm.bareptr}
llvm.func @kernel(%a: !llvm.ptr) attributes {llvm.bareptr} {
  llvm.return
}
