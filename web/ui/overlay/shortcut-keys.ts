/**
 * All shortcuts in one table: 'mod' is ⌘ on a Mac and Ctrl elsewhere, a space separates keys pressed in turn.
 */
export const KEYS = {
  openPalette: 'mod+k',
  openShortcuts: '?',
  focusMessages: 'F8',
  focusSearch: '/',
  nextRow: 'j',
  previousRow: 'k',
  selectRow: 'x',
  selectRows: 'shift+x',
  create: 'c',
  goToDashboard: 'g d',
  goToInvoices: 'g i',
  goToCustomers: 'g c',
  goToPayments: 'g p',
  goToCreditMemos: 'g m',
  goToWorklist: 'g w',
  goToSettings: 'g s',
  save: 'mod+s',
  saveAlso: 'mod+enter',
  undo: 'mod+z',
  redo: 'mod+shift+z',
  redoAlso: 'mod+y',
} as const

/** True when every key types a character, so that speech input or an accidental press can trigger it. */
export const isCharacterKey = (keys: string): boolean =>
  keys
    .replace('shift+', '')
    .split(' ')
    .every((key) => key.length === 1)
