; Calls warps.c: results of several registers go through memory.
declare void @sim_ldmatrix(ptr, i32, ptr)
declare void @sim_mma(ptr, ptr, ptr, i32, ptr)

define internal {i32, i32, i32, i32} @sim_ldmatrix_x4_of(ptr addrspace(3) %row, i32 %transposed) {
  %place = alloca [4 x i32]
  %pointer = addrspacecast ptr addrspace(3) %row to ptr
  call void @sim_ldmatrix(ptr %pointer, i32 %transposed, ptr %place)
  %all = load {i32, i32, i32, i32}, ptr %place
  ret {i32, i32, i32, i32} %all
}
define {i32, i32, i32, i32} @sim_ldmatrix_x4(ptr addrspace(3) %row) {
  %all = call {i32, i32, i32, i32} @sim_ldmatrix_x4_of(ptr addrspace(3) %row, i32 0)
  ret {i32, i32, i32, i32} %all
}
define {i32, i32, i32, i32} @sim_ldmatrix_x4_trans(ptr addrspace(3) %row) {
  %all = call {i32, i32, i32, i32} @sim_ldmatrix_x4_of(ptr addrspace(3) %row, i32 1)
  ret {i32, i32, i32, i32} %all
}
define {float, float, float, float} @sim_mma_bf16(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, float %c0, float %c1, float %c2, float %c3) {
  %all = call {float, float, float, float} @sim_mma_of(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, float %c0, float %c1, float %c2, float %c3, i32 1)
  ret {float, float, float, float} %all
}
define {float, float, float, float} @sim_mma_f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %b0, <2 x half> %b1, float %c0, float %c1, float %c2, float %c3) {
  %x0 = bitcast <2 x half> %a0 to i32
  %x1 = bitcast <2 x half> %a1 to i32
  %x2 = bitcast <2 x half> %a2 to i32
  %x3 = bitcast <2 x half> %a3 to i32
  %y0 = bitcast <2 x half> %b0 to i32
  %y1 = bitcast <2 x half> %b1 to i32
  %all = call {float, float, float, float} @sim_mma_of(i32 %x0, i32 %x1, i32 %x2, i32 %x3, i32 %y0, i32 %y1, float %c0, float %c1, float %c2, float %c3, i32 0)
  ret {float, float, float, float} %all
}
define internal {float, float, float, float} @sim_mma_of(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, float %c0, float %c1, float %c2, float %c3, i32 %bf16) {
  %a = alloca [4 x i32]
  %b = alloca [2 x i32]
  %c = alloca [4 x float]
  %d = alloca [4 x float]
  store i32 %a0, ptr %a
  %pa1 = getelementptr i32, ptr %a, i64 1
  store i32 %a1, ptr %pa1
  %pa2 = getelementptr i32, ptr %a, i64 2
  store i32 %a2, ptr %pa2
  %pa3 = getelementptr i32, ptr %a, i64 3
  store i32 %a3, ptr %pa3
  store i32 %b0, ptr %b
  %pb1 = getelementptr i32, ptr %b, i64 1
  store i32 %b1, ptr %pb1
  store float %c0, ptr %c
  %pc1 = getelementptr float, ptr %c, i64 1
  store float %c1, ptr %pc1
  %pc2 = getelementptr float, ptr %c, i64 2
  store float %c2, ptr %pc2
  %pc3 = getelementptr float, ptr %c, i64 3
  store float %c3, ptr %pc3
  call void @sim_mma(ptr %a, ptr %b, ptr %c, i32 %bf16, ptr %d)
  %all = load {float, float, float, float}, ptr %d
  ret {float, float, float, float} %all
}
