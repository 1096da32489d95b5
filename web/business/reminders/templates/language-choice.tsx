import type { Language } from '../../../../domain/mails/languages.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { type EditedMail, hasOwnText, languageOptions, type TextLanguage } from './edited-mail.ts'

/** Chooses the language whose text is edited, and removes the account's own text in it. */
export function LanguageChoice({
  edited,
  accountLanguage,
  language,
  removing,
  onChange,
  onRemove,
}: {
  edited: EditedMail
  accountLanguage: Language
  language: TextLanguage
  removing: boolean
  onChange: (language: string) => void
  /** Null for people who may only read. */
  onRemove: ((language: Language) => void) | null
}) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label="Language"
        className="min-w-48 flex-1"
        options={languageOptions(edited, accountLanguage)}
        value={language}
        onChange={(event) => onChange(event.target.value)}
      />
      {onRemove && language !== 'default' && hasOwnText(edited, language) && (
        <Button busy={removing} onClick={() => onRemove(language)}>
          {edited.template === null ? 'Use built-in text' : 'Remove this text'}
        </Button>
      )}
    </div>
  )
}
