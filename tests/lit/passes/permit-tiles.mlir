// RUN: %mlirgym-opt %s --split-input-file --mlirgym-permit-tiles | FileCheck %s

// Asked once, unless another function has asked before.
// CHECK:       llvm.mlir.global internal @mlirgym.tiles_permitted(0 : i8)
// CHECK:       llvm.func @_mlir_ciface_tiles
// CHECK:         %[[F:.*]] = llvm.load %{{.*}} atomic monotonic
// CHECK:         llvm.icmp "ne" %[[F]]
// CHECK:         llvm.cond_br %{{.*}}, ^[[REST:.*]], ^[[ASK:.*]]
// CHECK:       ^[[ASK]]:
// CHECK:         llvm.inline_asm has_side_effects {{.*}} "syscall"
// CHECK:         llvm.store
// CHECK:         llvm.br ^[[REST]]
// CHECK:       ^[[REST]]:
// CHECK:         llvm.call @tiles
// CHECK-LABEL: llvm.func @tiles
// CHECK-NOT:     syscall
llvm.func @_mlir_ciface_tiles(%p: !llvm.ptr) {
  llvm.call @tiles(%p) : (!llvm.ptr) -> ()
  llvm.return
}
llvm.func @tiles(%p: !llvm.ptr) {
  %rows = llvm.mlir.constant(16 : i16) : i16
  %bytes = llvm.mlir.constant(64 : i16) : i16
  %zero = llvm.call_intrinsic "llvm.x86.tilezero.internal"(%rows, %bytes) : (i16, i16) -> !llvm.x86_amx
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @_mlir_ciface_other
// CHECK-NOT:     syscall
llvm.func @_mlir_ciface_other(%p: !llvm.ptr) {
  llvm.return
}
