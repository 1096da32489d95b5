import { TYPED_TEXTS_KEY as KEY } from './session-ending.ts'

/** Sent on the window when a dialog has put back what was typed in it. */
export const TEXTS_TAKEN = 'texts-taken'

/** Values of fields by their labels. */
export type TypedTexts = Readonly<Record<string, string>>

interface Kept {
  readonly owner: string
  readonly dialogs: Readonly<Record<string, TypedTexts>>
}

/** A browser without storage keeps nothing. */
function readKept(): Kept | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

function write(kept: Kept | null): void {
  try {
    if (kept === null) window.sessionStorage.removeItem(KEY)
    else window.sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage the texts are lost, as they were before.
  }
}

/** Keeps what a person typed in a dialog of this page, for their next session in this tab. */
export function keepTexts(owner: string, dialog: string, texts: TypedTexts): void {
  const before = readKept()
  const dialogs = before?.owner === owner ? before.dialogs : {}
  write({ owner, dialogs: { ...dialogs, [keyOf(dialog)]: texts } })
}

/** Returns what was kept for a dialog of this page, once. */
export function takeTexts(dialog: string): TypedTexts | null {
  const kept = readKept()
  const texts = kept?.dialogs[keyOf(dialog)]
  if (!kept || !texts) return null
  const { [keyOf(dialog)]: _, ...others } = kept.dialogs
  write(Object.keys(others).length > 0 ? { ...kept, dialogs: others } : null)
  window.dispatchEvent(new Event(TEXTS_TAKEN))
  return texts
}

/** Forgets what another person typed. Call it when somebody logs in; with null for a logout. */
export function claimTexts(owner: string | null): void {
  const kept = readKept()
  if (kept !== null && kept.owner !== owner) write(null)
}

/** Returns the titles of the dialogs of a page with texts that are kept. */
export function dialogsWithTexts(path: string): string[] {
  const start = `${path} `
  return Object.keys(readKept()?.dialogs ?? {}).flatMap((key) =>
    key.startsWith(start) && !key.startsWith(`${start}?`) ? key.slice(start.length) : [],
  )
}

/** Texts of the page itself are kept under its query, because one path may show any record. No dialog is called so. */
export const nameOfPage = (): string => `?${window.location.search.slice(1)}`

const keyOf = (dialog: string): string => `${window.location.pathname} ${dialog}`
