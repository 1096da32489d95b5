import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Root folder of the product, for sources and for the build. */
export const PRODUCT_FOLDER = above(import.meta.dirname)

function above(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new Error('The folder of the product, with its package-lock.json, was not found.')
  return above(parent)
}
