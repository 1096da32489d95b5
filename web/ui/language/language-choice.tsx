import { LANGUAGES } from '../../../domain/mails/languages.ts'
import { NativeSelect } from '../fields/select.tsx'
import { t } from '../language/text.ts'
import { offeredLanguages, showIn } from './choose-language.ts'

/** Lets the reader choose the language of pages on this host. */
export function LanguageChoice() {
  return (
    <NativeSelect
      aria-label={t('Language')}
      compact
      autoFocus
      defaultValue={document.documentElement.lang}
      options={offeredLanguages().map((value) => ({ value, label: LANGUAGES[value] }))}
      onChange={({ target }) => showIn(target.value)}
    />
  )
}
