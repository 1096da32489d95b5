import { Refusal, refuseFields } from '../../../../platform/refusal.ts'

const MOST_PIXELS = 16_000_000
const LONGEST_SIDE_PX = 4096
/** Wide enough for a sharp letterhead, small enough for every page. */
const KEPT_SIDE_PX = 1024

/**
 * A picture from outside as a PNG of our own making: decoded, turned upright, without its metadata and whatever else
 * was hidden in the file. Throws invalid_input for anything that isn't a PNG, JPEG or WebP of reasonable size.
 */
export async function reencodeLogo(bytes: Uint8Array): Promise<Buffer> {
  if (!hasImageSignature(bytes)) throw unusable('Choose a PNG, JPEG or WebP picture.')
  // Loaded when it is needed: few processes ever see a picture.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS, pages: 1 })
    const { width, height } = await picture.metadata()
    if (width > LONGEST_SIDE_PX || height > LONGEST_SIDE_PX) throw tooLarge()
    return await picture
      .rotate()
      .resize({ width: KEPT_SIDE_PX, height: KEPT_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9, adaptiveFiltering: true })
      .toBuffer()
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (/pixel limit/i.test(String(error))) throw tooLarge()
    throw unusable('This file is damaged or is not a picture.')
  }
}

const unusable = (text: string) => refuseFields({ file: [text] })
const tooLarge = () => unusable('The picture is too large: at most 4096 pixels a side and 16 megapixels.')

/** By their first bytes; what a browser or a name says of a file counts for nothing. */
function hasImageSignature(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return (
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('\xff\xd8\xff') ||
    (head.startsWith('RIFF') && head.slice(8) === 'WEBP')
  )
}
