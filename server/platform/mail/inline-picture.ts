import sharp from 'sharp'

/** Twice the height at which mails show it, for sharp screens. */
const HEIGHT_PX = 72
const WIDTH_PX = 320

/** A picture as a mail carries it inside: no larger than it is shown. */
export const inlinePicture = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes)
    .resize({ width: WIDTH_PX, height: HEIGHT_PX, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()
