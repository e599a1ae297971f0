import { address, multiplyAdd } from "./array";

/** c += a·b for q × q matrices without gaps between their rows; q a multiple of 4. */
export function addSmallProduct(a: usize, b: usize, c: usize, q: i32): void {
  const row = (<usize>q) << 3;
  for (let i = 0; i < q; i += 4) {
    for (let j = 0; j < q; j += 4) {
      const to = address(c, i * q + j);
      let c00 = v128.load(to);
      let c01 = v128.load(to, 16);
      let c10 = v128.load(to + row);
      let c11 = v128.load(to + row, 16);
      let c20 = v128.load(to + 2 * row);
      let c21 = v128.load(to + 2 * row, 16);
      let c30 = v128.load(to + 3 * row);
      let c31 = v128.load(to + 3 * row, 16);
      let left = address(a, i * q);
      let right = address(b, j);
      for (let k = 0; k < q; k++) {
        const v0 = v128.load(right);
        const v1 = v128.load(right, 16);
        let u = v128.load64_splat(left);
        c00 = multiplyAdd(u, v0, c00);
        c01 = multiplyAdd(u, v1, c01);
        u = v128.load64_splat(left + row);
        c10 = multiplyAdd(u, v0, c10);
        c11 = multiplyAdd(u, v1, c11);
        u = v128.load64_splat(left + 2 * row);
        c20 = multiplyAdd(u, v0, c20);
        c21 = multiplyAdd(u, v1, c21);
        u = v128.load64_splat(left + 3 * row);
        c30 = multiplyAdd(u, v0, c30);
        c31 = multiplyAdd(u, v1, c31);
        left += 8;
        right += row;
      }
      v128.store(to, c00);
      v128.store(to, c01, 16);
      v128.store(to + row, c10);
      v128.store(to + row, c11, 16);
      v128.store(to + 2 * row, c20);
      v128.store(to + 2 * row, c21, 16);
      v128.store(to + 3 * row, c30);
      v128.store(to + 3 * row, c31, 16);
    }
  }
}
