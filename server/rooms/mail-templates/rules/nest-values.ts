import type { Values } from '../../../../domain/mails/mail-kind.ts'

/** Objects as Liquid reads them: { 'invoice.number': 'INV-1' } becomes { invoice: { number: 'INV-1' } }. */
export function nestValues(values: Values): object {
  const alone: Record<string, unknown> = {}
  const objects: Record<string, Record<string, unknown>> = {}
  for (const [name, value] of Object.entries(values)) {
    const [object = '', field] = name.split('.')
    if (field === undefined) {
      alone[name] = value
      continue
    }
    objects[object] ??= {}
    objects[object][field] = value
  }
  return { ...alone, ...objects }
}
