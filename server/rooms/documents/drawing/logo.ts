import { sha256 } from '../../../platform/ids.ts'

export interface Logo {
  /** An opaque PNG, which pdfkit copies into the file unchanged. */
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

const MAX_WIDTH = 640
const MAX_HEIGHT = 192
const KEPT = 100

const prepared = new Map<string, Promise<Logo | null>>()

/**
 * Scales a logo down and makes it opaque, because pdfkit would otherwise process its transparency in every document.
 * Results are cached by the picture's hash. Returns null for a picture that can't be read.
 */
export function prepareLogo(png: Buffer | null | undefined): Promise<Logo | null> {
  if (!Buffer.isBuffer(png) || png.length === 0) return Promise.resolve(null)
  const key = sha256(png).toString('hex')
  const known = prepared.get(key)
  if (known) return known
  if (prepared.size >= KEPT) prepared.delete(prepared.keys().next().value!)
  const logo = flatten(png)
  prepared.set(key, logo)
  return logo
}

async function flatten(png: Buffer): Promise<Logo | null> {
  try {
    const { default: sharp } = await import('sharp')
    const { data, info } = await sharp(png, { limitInputPixels: 16_000_000 })
      .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .png({ compressionLevel: 9, palette: false, progressive: false })
      .toBuffer({ resolveWithObject: true })
    return { png: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}
