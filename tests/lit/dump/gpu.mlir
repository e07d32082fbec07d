// Reference schedules for GPUs, as PTX. Nothing here needs a GPU. Where ptxas is, it finds no local
// memory either.
// RUN: %mlirgym dump matmul_256_96_128 --schedule "op0: gpu_blocks_fuse(64,64,0) tile(0,0,16) promote(0) promote(1) gpu_threads(4,4,0) vectorize" --stage asm --target nvptx64 > %t.matmul.ptx
// RUN: FileCheck %s --check-prefix=MATMUL --implicit-check-not=__local_depot --implicit-check-not=.local < %t.matmul.ptx
// RUN: %mlirgym dump add_128_4096 --schedule "op0: gpu_blocks(1,1024) gpu_threads(0,4) vectorize" --stage asm --target nvptx64-nvidia-cuda --cpu sm_90 > %t.add.ptx
// RUN: FileCheck %s --check-prefix=ADD --implicit-check-not=.local --implicit-check-not=.shared < %t.add.ptx
// RUN: %mlirgym dump %s --schedule "op0: gpu_blocks_fuse(1,0)" --stage asm --target nvptx64 > %t.rows.ptx
// RUN: FileCheck %s --check-prefix=ROWS --implicit-check-not=.local < %t.rows.ptx
// RUN: %mlirgym dump softmax_64_512 --schedule "op3: gpu_blocks_fuse(1,0)" --stage asm --target nvptx64 > %t.softmax.ptx
// RUN: FileCheck %s --check-prefix=SOFTMAX --implicit-check-not=.local < %t.softmax.ptx
// RUN: %mlirgym dump relu_128_4096_bf16 --stage asm --target nvptx64 --cpu sm_90 > %t.relu.ptx
// RUN: FileCheck %s --check-prefix=RELU --implicit-check-not=.local --implicit-check-not=bar.sync < %t.relu.ptx
// RUN: %mlirgym dump matmul_512_96_512_bf16 --schedule "op0: gpu_blocks_fuse(64,64,0) tile(0,0,16) promote(0) promote(1) gpu_warps(32,32,0)" --stage asm --target nvptx64 > %t.warps.ptx
// RUN: FileCheck %s --check-prefix=WARPS --implicit-check-not=.local < %t.warps.ptx
// RUN: %mlirgym dump matmul_512_512_512_bf16 --schedule "op0: gpu_blocks_fuse(128,128,0) tile(0,0,64) promote(0) promote(1) gpu_warps(16,0,0)" --stage asm --target nvptx64 --cpu sm_90a > %t.warpgroups.ptx
// RUN: FileCheck %s --check-prefix=WARPGROUPS --implicit-check-not=.local < %t.warpgroups.ptx
// RUN: %if ptxas %{ ptxas -v -arch=sm_80 %t.warps.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.warpgroups.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ ptxas -v -arch=sm_80 %t.matmul.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ ptxas -v -arch=sm_90 %t.add.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ ptxas -v -arch=sm_80 %t.rows.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ ptxas -v -arch=sm_80 %t.softmax.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ ptxas -v -arch=sm_90 %t.relu.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// PTXAS: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads

// A block per tile of 64 x 64 results, and a thread per 4 x 4 of them, in its registers for the whole
// reduction: no result is read. Four tiles of both operands are in shared memory, the next three of
// which are on their way; all threads wait for a tile, once per step.
// MATMUL:          //mlirgym payload 3
// MATMUL-NEXT:     //mlirgym launch kernel0 grid 2 4 1 block 256 1 1 shared 0 buffers {{[0-9 ]+$}}
// MATMUL:          .target sm_80
// MATMUL:          .entry kernel0(
// MATMUL:          .shared .align 1024 .b8 {{.+}}[20480];
// MATMUL:          .shared .align 1024 .b8 {{.+}}[17408];
// MATMUL-NOT:      ld.global
// MATMUL-NOT:      st.global
// MATMUL-COUNT-6:  cp.async.cg.shared.global
// MATMUL-NOT:      bar.sync
// MATMUL:          cp.async.commit_group
// MATMUL-COUNT-32: ld.shared.v4.b32
// MATMUL-NOT:      ld.shared
// MATMUL-COUNT-256: fma.rn.f32
// MATMUL:          cp.async.wait_group 2;
// MATMUL-NEXT:     bar.sync
// MATMUL-COUNT-2:  cp.async.cg.shared.global
// MATMUL-COUNT-4:  st.global.v4.b32

// Four warps compute 32 x 32 results each, from fragments of 16 x 16 that ldmatrix reads.
// WARPS:           //mlirgym launch kernel0 grid 8 8 1 block 128 1 1 shared 0 buffers {{[0-9 ]+$}}
// WARPS-COUNT-2:   ldmatrix.sync.aligned.m8n8.x4.shared.b16
// WARPS-COUNT-2:   ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// WARPS-COUNT-8:   mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// WARPS:           cp.async.wait_group 2;
// WARPS-NEXT:      bar.sync
// WARPS-COUNT-2:   cp.async.cg.shared.global
// WARPS-COUNT-16:  st.global.b32

// On a GPU with wgmma, four warps of 16 rows together. The tiles exceed what PTX can declare. A product
// is still running when the next one starts.
// WARPGROUPS:      //mlirgym launch kernel0 grid 4 4 1 block 256 1 1 shared 131072 buffers {{[0-9 ]+$}}
// WARPGROUPS:      .target sm_90a
// WARPGROUPS:      .extern .shared .align 1024 .b8 shared_of_kernel0[];
// WARPGROUPS-COUNT-16: cp.async.cg.shared.global
// WARPGROUPS:      cp.async.wait_group 1;
// WARPGROUPS-NEXT: fence.proxy.async.shared::cta;
// WARPGROUPS-NEXT: bar.sync
// WARPGROUPS:      wgmma.fence.sync.aligned;
// WARPGROUPS-COUNT-4: wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16
// WARPGROUPS:      wgmma.commit_group.sync.aligned;
// WARPGROUPS-NEXT: wgmma.wait_group.sync.aligned 1;
// WARPGROUPS-COUNT-8: cp.async.cg.shared.global
// WARPGROUPS:      wgmma.wait_group.sync.aligned 0;
// WARPGROUPS:      st.global.b32

// A thread per four elements.
// ADD:             //mlirgym launch kernel0 grid 4 128 1 block 256 1 1 shared 0 buffers {{[0-9 ]+$}}
// ADD:             .target sm_90
// ADD-COUNT-2:     ld.global.nc.v4.b32
// ADD-COUNT-4:     add.{{(rn\.)?}}f32
// ADD:             st.global.v4.b32

// A block per row: a load of four elements per thread, shuffles in each warp, and the sums of eight
// warps in shared memory.
// ROWS:            //mlirgym launch kernel0 grid 64 1 1 block 256 1 1 shared 0 buffers {{[0-9 ]+$}}
// ROWS:            .shared .align 16 .b8 {{.+}}[32];
// ROWS:            ld.global.nc.v4.b32
// ROWS-NOT:        ld.global
// ROWS-COUNT-5:    shfl.sync.bfly.b32
// ROWS:            st.shared
// ROWS:            bar.sync
// ROWS-COUNT-2:    ld.shared.v4.b32
// ROWS:            st.global

// A block per row, which is read once: the exponentials are in shared memory.
// SOFTMAX:         //mlirgym launch kernel0 grid 64 1 1 block 128 1 1 shared 0 buffers {{[0-9 ]+$}}
// SOFTMAX-DAG:     .shared .align 16 .b8 {{.+}}[4];
// SOFTMAX-DAG:     .shared .align 1024 .b8 {{.+}}[2048];
// SOFTMAX:         ld.global.nc.v4.b32
// SOFTMAX-NOT:     ld.global
// SOFTMAX:         max.NaN.f32
// SOFTMAX-COUNT-5: shfl.sync.bfly.b32
// SOFTMAX:         bar.sync
// SOFTMAX-COUNT-6: fma.rn.f32
// SOFTMAX:         st.shared.v4.b32
// SOFTMAX:         bar.sync
// SOFTMAX:         ld.shared.v4.b32
// SOFTMAX-COUNT-5: shfl.sync.bfly.b32
// SOFTMAX:         bar.sync
// SOFTMAX:         rcp.rn.f32
// SOFTMAX:         st.global.v4.b32

// Without a schedule, a thread per two elements, and enough threads for a large GPU.
// RELU:            //mlirgym launch kernel0 grid 1024 1 1 block 256 1 1 shared 0 buffers 0 1
// RELU:            ld.global.nc.b32
// RELU:            st.global.b32
func.func @rows(%x: tensor<64x1024xf32>, %out: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%out : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.reduce ins(%x : tensor<64x1024xf32>) outs(%init : tensor<64xf32>) dimensions = [1]
    (%in: f32, %acc: f32) {
      %s = arith.addf %in, %acc : f32
      linalg.yield %s : f32
    }
  return %0 : tensor<64xf32>
}
