/** Twice the height at which mails show it, for sharp screens. */
const HEIGHT_PX = 72
const WIDTH_PX = 320

/** A picture as a mail carries it inside: no larger than it is shown. The library is loaded when it is needed. */
export async function inlinePicture(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes)
    .resize({ width: WIDTH_PX, height: HEIGHT_PX, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()
}
