// Small PNG files, each of another colour.
import { crc32, deflateSync } from "node:zlib";

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  const check = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

// `shade(x, y)`, both from 0 to 1, is red, green and blue from 0 to 255.
export function png(width: number, height: number, shade: (x: number, y: number) => number[]): Buffer {
  const rows = Buffer.alloc((3 * width + 1) * height);
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) rows.set(shade(x / width, y / height), (3 * width + 1) * y + 1 + 3 * x);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8); // 8 bits, RGB
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

// A sun that rises with the number.
export function landscape(number: number): Buffer {
  return png(160, 120, (x, y) => {
    if (y > 0.7 + 0.1 * Math.sin(6 * x + number)) return [50, 90 + 8 * number, 60];
    if (Math.hypot(x - 0.5, y - 0.9 + 0.06 * number) < 0.12) return [255, 220, 120];
    return [90 + 100 * y, 140 + 60 * y, 230 - 40 * y];
  });
}
