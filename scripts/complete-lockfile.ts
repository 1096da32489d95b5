// Names in package-lock.json what a registry that lacks some platforms' packages made npm leave out. Without
// them npm ci refuses the lockfile everywhere. Run it after npm install: node scripts/complete-lockfile.ts
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

/** The optional packages that a lockfile's packages name and that it has no entry for, as entries by path. */
export function missingEntries({ packages }: Lockfile): Record<string, Entry> {
  const missing: Record<string, Entry> = {}
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isResolved(packages, path, name)) missing[`node_modules/${name}`] = entryOf(name, version, entry)
    }
  }
  return missing
}

/** Looks for a package the way Node does: beside the asker, then in each folder above. */
function isResolved(packages: Record<string, Entry>, asker: string, name: string): boolean {
  const places = asker.split(/(?:^|\/)node_modules\//)
  return places.some((_, index) => {
    const above = places
      .slice(0, places.length - index)
      .join('/node_modules/')
      .replace(/^\//, '')
    return `${above && `${above}/`}node_modules/${name}` in packages
  })
}

const systems = ['darwin', 'linux', 'win32', 'android', 'freebsd']
const processors = ['x64', 'arm64', 'arm', 'ia32', 'riscv64', 'wasm32']

/** Platform packages carry in their names what they are for, which keeps npm from fetching them elsewhere. */
function entryOf(name: string, version: string, parent: Entry): Entry {
  const words = name.split(/[/-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!cpu) throw new Error(`${name} is missing in the lockfile and is for no single platform.`)
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
