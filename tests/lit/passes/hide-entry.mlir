// A function with a C interface is local to the object, any other stays visible.
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
