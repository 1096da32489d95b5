import { Note } from '../../../ui/text/note.tsx'

/** Says why an account can't charge late fees. */
export const UnsupportedNote = ({ children }: { children: string }) => (
  <Note tone="warning" title="Late fees are not available" className="m-4">
    {children}
  </Note>
)
