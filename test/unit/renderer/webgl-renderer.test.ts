import { expect, test } from "vitest";
import { isHardwareRenderer } from "../../../renderer/terminal/webgl-renderer.ts";

test.each([
  "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)",
  "Google SwiftShader",
  "llvmpipe (LLVM 15.0.6, 256 bits)",
  "ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0)",
  "Apple Software Renderer",
  "",
])("no hardware: %s", (name) => {
  expect(isHardwareRenderer(name)).toBe(false);
});

test.each([
  "ANGLE (NVIDIA, NVIDIA GeForce RTX 4070, OpenGL 4.6)",
  "ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)",
  "ANGLE (Apple, ANGLE Metal Renderer: Apple M3, Unspecified Version)",
])("hardware: %s", (name) => {
  expect(isHardwareRenderer(name)).toBe(true);
});
