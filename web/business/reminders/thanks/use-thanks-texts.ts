import { useMailTemplates } from '../templates/use-mail-templates.ts'

/** The text of the thank-you in the account's language; null until it is loaded. */
export function useThanksTexts(): { readonly subject: string; readonly body: string } | null {
  const { data } = useMailTemplates()
  const mail = data?.results.find(({ kind }) => kind === 'thank-you')
  return mail?.texts.find(({ language }) => language === data?.language) ?? null
}
