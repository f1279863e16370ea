// What the library draws is read back by another one.
import jsQR from "jsqr";
import { expect, it } from "vitest";
import { encode } from "uqr";
import { qrOptions } from "./qr_options";

const SCALE = 4;

function read(text: string): string | undefined {
  const { data, size } = encode(text, qrOptions);
  const side = size * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; ++y)
    for (let x = 0; x < side; ++x) {
      if (!data[Math.floor(y / SCALE)]![Math.floor(x / SCALE)]) continue;
      pixels.fill(0, 4 * (y * side + x), 4 * (y * side + x) + 3);
    }
  return jsQR(pixels, side, side)?.data;
}

it.each([
  "https://vote.example.org/#vote=v12.3456.AbCdEfGhIjKlMnOpQr-_st",
  "http://127.0.0.1:8080/#join=j1.AbCdEfGhIjKlMnOpQr-_st",
  `https://${"a-long-name.".repeat(12)}example.org/#vote=v1000.100000.AbCdEfGhIjKlMnOpQr-_st`,
])("%s is read back", (link) => {
  expect(read(link)).toBe(link);
});
