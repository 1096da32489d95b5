/** Sent on the window before a session's end closes its pages; `detail` is the id of its person. */
export const SESSION_ENDING = 'session-ending'

/** Key of the tab's storage under which texts of dialogs are kept. */
export const TYPED_TEXTS_KEY = 'typed-texts'
