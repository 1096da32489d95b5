// Adds to package-lock.json the optional packages that npm left out because the registry lacks some platforms' packages.
// Without them npm ci refuses the lockfile on every platform. Run after npm install: node scripts/complete-lockfile.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Entry = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lockfile = { packages: Record<string, Entry> }

/** Returns entries, by path, for optional dependencies that the lockfile names but does not contain. */
export function missingEntries({ packages }: Lockfile): Record<string, Entry> {
  const missing: Record<string, Entry> = {}
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isResolved(packages, path, name)) missing[`node_modules/${name}`] = entryOf(name, version, entry)
    }
  }
  return missing
}

/** Resolves a package as Node does: beside the importing package, then in each folder above. */
function isResolved(packages: Record<string, Entry>, importer: string, name: string): boolean {
  const folders = importer.split(/(?:^|\/)node_modules\//)
  return folders.some((_, index) => {
    const above = folders
      .slice(0, folders.length - index)
      .join('/node_modules/')
      .replace(/^\//, '')
    return `${above && `${above}/`}node_modules/${name}` in packages
  })
}

const systems = ['darwin', 'linux', 'win32', 'android', 'freebsd']
const processors = ['x64', 'arm64', 'arm', 'ia32', 'riscv64', 'wasm32']

/** Derives os, cpu and libc from the package's name, so that npm installs it only on its platform. */
function entryOf(name: string, version: string, parent: Entry): Entry {
  const words = name.split(/[/-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!cpu) throw new Error(`${name} is missing from the lockfile and does not name a platform.`)
  return {
    version,
    cpu: [cpu],
    ...(parent.dev && { dev: true }),
    ...(os === 'linux' && { libc: [words.includes('musl') ? 'musl' : 'glibc'] }),
    optional: true,
    ...(os && { os: [os] }),
  }
}

if (import.meta.main) {
  const path = fileURLToPath(new URL('../package-lock.json', import.meta.url))
  const lockfile = JSON.parse(readFileSync(path, 'utf8')) as Lockfile
  const missing = missingEntries(lockfile)
  const packages = Object.entries({ ...lockfile.packages, ...missing }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  writeFileSync(path, `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(packages) }, null, 2)}\n`)
  console.log(`${Object.keys(missing).length} packages added to package-lock.json`)
}
