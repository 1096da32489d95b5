type LanguageCookie = 'language' | 'customer-language'

function forget(cookie: LanguageCookie): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store isn't in every browser
  document.cookie = `${cookie}=; path=/; max-age=0; samesite=lax`
}

/** Forgets the language of a customer who leaves. Returns true when the page is shown in it. */
export function forgetCustomersLanguage(): boolean {
  const kept = document.cookie.split('; ')
  forget('customer-language')
  return (
    kept.includes(`customer-language=${document.documentElement.lang}`) &&
    !kept.some((cookie) => cookie.startsWith('language='))
  )
}

/** Forgets what the reader chose on a page, so that the language stored for the customer counts. */
export const forgetOwnChoice = (): void => forget('language')
