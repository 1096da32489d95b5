/** Twice the displayed height, for high-density screens. */
const HEIGHT_PX = 72
const WIDTH_PX = 320

/** Scales a picture down to its size in emails. The library is loaded at first use. */
export async function inlinePicture(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes)
    .resize({ width: WIDTH_PX, height: HEIGHT_PX, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()
}
