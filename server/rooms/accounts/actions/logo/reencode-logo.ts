import { Refusal, refuseFields } from '../../../../platform/refusal.ts'

const MAX_PIXELS = 16_000_000
const LONGEST_SIDE_PX = 4096
/** Wide enough for a sharp letterhead, small enough for every page. */
const KEPT_SIDE_PX = 1024

/**
 * Decodes an uploaded picture and encodes it again as PNG, upright and without metadata or other hidden
 * content. Throws invalid_input unless it is a PNG, JPEG or WebP of acceptable size.
 */
export async function reencodeLogo(bytes: Uint8Array): Promise<Buffer> {
  if (!hasImageSignature(bytes)) throw unusable('Choose a PNG, JPEG or WebP image.')
  // Loaded on demand, because few processes handle pictures.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, pages: 1 })
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
    throw unusable('This file is damaged or isn’t an image.')
  }
}

const unusable = (text: string) => refuseFields({ file: [text] })
const tooLarge = () => unusable('The image is too large. Use at most 4096 pixels a side and 16 megapixels.')

/** Checks the first bytes. The media type and file name are not trusted. */
function hasImageSignature(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return (
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('\xff\xd8\xff') ||
    (head.startsWith('RIFF') && head.slice(8) === 'WEBP')
  )
}
