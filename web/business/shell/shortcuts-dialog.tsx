import { Switch } from '../../ui/fields/switch.tsx'
import type { NavItem } from '../../ui/layout/app-shell-props.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useCharacterKeys } from '../../ui/overlay/hotkey.ts'
import { KEYS } from '../../ui/overlay/shortcut-keys.ts'
import { KeyCaps } from '../../ui/text/key-caps.tsx'
import { HelpOfPage } from '../help/help-of-page.tsx'
import { keepShortcutSetting } from './shortcut-setting.ts'

interface Entry {
  readonly label: string
  /** Keys that do the same. */
  readonly keys: readonly string[]
}

const ANYWHERE: readonly Entry[] = [
  { label: 'Search everything', keys: [KEYS.openPalette] },
  { label: 'Show keyboard shortcuts', keys: [KEYS.openShortcuts] },
  { label: 'Go to the latest message', keys: [KEYS.focusMessages] },
]

const LISTS: readonly Entry[] = [
  { label: 'Next row', keys: [KEYS.nextRow, '↓'] },
  { label: 'Previous row', keys: [KEYS.previousRow, '↑'] },
  { label: 'Open the row', keys: ['Enter'] },
  { label: 'Select the row', keys: [KEYS.selectRow] },
  { label: 'Select the rows up to it', keys: [KEYS.selectRows] },
  { label: 'Copy the row’s name', keys: ['mod+c'] },
  { label: 'Copy a cell', keys: ['alt+Click'] },
  { label: 'Open the row in a new tab', keys: ['mod+Click'] },
  { label: 'Search the list', keys: [KEYS.focusSearch] },
  { label: 'New invoice, customer, payment or credit memo', keys: [KEYS.create] },
]

const EDITOR: readonly Entry[] = [{ label: 'Save the draft', keys: [KEYS.save, KEYS.saveAlso] }]

const FLOW_EDITOR: readonly Entry[] = [
  { label: 'Save the draft of a flow', keys: [KEYS.save] },
  { label: 'Undo the last change', keys: [KEYS.undo] },
  { label: 'Redo it', keys: [KEYS.redo, KEYS.redoAlso] },
]

/** Lists every shortcut, with a switch for single-key ones. */
export function ShortcutsDialog({
  nav,
  open,
  onOpenChange,
}: {
  nav: readonly (readonly NavItem[])[]
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const on = useCharacterKeys()
  const goTo = nav.flat().flatMap(({ label, keys }) => (keys ? [{ label, keys: [keys] }] : []))
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="lg" readFirst>
      <HelpOfPage />
      <Switch
        label="Single-key shortcuts"
        checked={on}
        onChange={keepShortcutSetting}
        aria-describedby="shortcuts-note"
      />
      <p id="shortcuts-note" className="border-b border-line pb-4 text-12 text-ink-3">
        Turn them off if you use dictation or press keys by accident. Ctrl, ⌘ and arrow keys still work.
      </p>
      <div className="grid gap-x-8 gap-y-5 pt-4 sm:grid-cols-2">
        <div className="grid content-start gap-5">
          <Group heading="Lists" entries={LISTS} />
          <Group heading="Invoice editor" entries={EDITOR} />
          <Group heading="Reminder flows" entries={FLOW_EDITOR} />
        </div>
        <div className="grid content-start gap-5">
          <Group heading="Go to" entries={goTo} />
          <Group heading="Anywhere" entries={ANYWHERE} />
        </div>
      </div>
    </Dialog>
  )
}

function Group({ heading, entries }: { heading: string; entries: readonly Entry[] }) {
  return (
    <section>
      <h3 className="mb-1 text-12 font-medium text-ink-3">{heading}</h3>
      <dl className="grid">
        {entries.map(({ label, keys }) => (
          <div key={label} className="flex min-h-8 items-center justify-between gap-4">
            <dt>{label}</dt>
            <dd className="flex flex-none items-center gap-1.5">
              {keys.map((combination, at) => (
                <span key={combination} className="inline-flex items-center gap-1.5">
                  {at > 0 && <span className="text-12 text-ink-3">or</span>}
                  <KeyCaps keys={combination} />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
