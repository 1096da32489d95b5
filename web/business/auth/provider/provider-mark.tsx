import type { SignInProvider } from '../../../../domain/people/sign-in-providers.ts'

/** The providers' logos in their own colors, the same in both themes. */
export function ProviderMark({ provider }: { provider: SignInProvider }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 flex-none">
      {MARKS[provider]}
    </svg>
  )
}

const MARKS = {
  google: (
    <>
      <path
        fill="#4285F4"
        d="M22.6 12.2c0-.7-.1-1.5-.2-2.2H12v4.3h5.9a5 5 0 0 1-2.2 3.3v2.8h3.6c2.1-2 3.3-4.8 3.3-8.2z"
      />
      <path
        fill="#34A853"
        d="M12 23c3 0 5.5-1 7.3-2.7l-3.6-2.8c-1 .7-2.3 1.1-3.7 1.1-2.9 0-5.3-1.9-6.2-4.5H2.2V17A11 11 0 0 0 12 23z"
      />
      <path fill="#FBBC05" d="M5.8 14.1a6.6 6.6 0 0 1 0-4.2V7H2.2a11 11 0 0 0 0 9.9l3.6-2.8z" />
      <path
        fill="#EA4335"
        d="M12 5.4c1.6 0 3.1.6 4.2 1.6l3.2-3.1A11 11 0 0 0 2.2 7l3.6 2.9C6.7 7.3 9.1 5.4 12 5.4z"
      />
    </>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="11" fill="#0866FF" />
      <path
        fill="#fff"
        d="M15.6 12.6 16 9.8h-2.7V8c0-.8.4-1.5 1.6-1.5H16V4.1s-1-.2-2-.200c-2.2 0-3.5 1.3-3.5 3.6v2.3H8v2.8h2.5V23h2.8V12.6z"
      />
    </>
  ),
  quickbooks: (
    <>
      <circle cx="12" cy="12" r="11" fill="#2CA01C" />
      <path
        fill="#fff"
        d="M9 8a4 4 0 0 0 0 8h.700v-1.6H9a2.4 2.4 0 0 1 0-4.8h1.5v8.2h1.7V8zm6 0h-.700v1.6h.700a2.4 2.4 0 0 1 0 4.8h-1.5V6.2h-1.7V16H15a4 4 0 0 0 0-8z"
      />
    </>
  ),
  xero: (
    <>
      <circle cx="12" cy="12" r="11" fill="#13B5EA" />
      <path fill="none" stroke="#fff" strokeLinecap="round" strokeWidth="2.2" d="m8 8 8 8m0-8-8 8" />
    </>
  ),
} as const
