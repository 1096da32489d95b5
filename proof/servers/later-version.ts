import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRODUCT_FOLDER } from '../../server/platform/product-folder.ts'

/** Threads that hash passwords and draw documents run the sources. */
const COPIED = [
  'dist',
  'db',
  'languages',
  'server',
  'domain',
  'contract',
  'package.json',
  'package-lock.json',
]

/** Creates a copy of the built product with these migrations more, as a later version has. Returns its folder. */
export async function createLaterVersion(
  folder: string,
  migrations: Readonly<Record<string, string>>,
): Promise<string> {
  await mkdir(folder)
  for (const name of COPIED) await cp(join(PRODUCT_FOLDER, name), join(folder, name), { recursive: true })
  await symlink(join(PRODUCT_FOLDER, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(migrations))
    await writeFile(join(folder, 'db', 'migrations', name), text)
  return folder
}
