import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SCHEMA = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'shared',
  'provider-specs',
  'qbo',
  'qbo-v3.schema.json',
)

/** Returns the problems of a record; none when it fits the published schema. */
export type RecordCheck = (entity: string, record: unknown) => readonly string[]

const nothing: RecordCheck = () => []

/** Compiles Intuit's published schema, which lies beside the repository. Without it nothing is checked. */
export async function loadContract(): Promise<RecordCheck> {
  const ajv = existsSync(SCHEMA) ? await import('ajv').catch(() => null) : null
  if (ajv === null) return nothing
  const { $defs } = JSON.parse(readFileSync(SCHEMA, 'utf8')) as { $defs: Record<string, object> }
  const one = new ajv.Ajv({ strict: false, validateFormats: false, logger: false })
  one.addSchema({ $id: 'qbo', $defs })
  return (entity, record) => {
    if (!(entity in $defs)) return []
    const check = one.getSchema(`qbo#/$defs/${entity}`)
    if (!check || check(record)) return []
    return (check.errors ?? []).map(
      ({ instancePath, message }) => `${entity}${instancePath} ${message ?? ''}`,
    )
  }
}
