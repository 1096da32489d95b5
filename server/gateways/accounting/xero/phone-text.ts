interface XeroPhone {
  readonly PhoneCountryCode: string
  readonly PhoneAreaCode: string
  readonly PhoneNumber: string
}

/** Returns a number with the plus of its country code, which people type into Xero as '49', '+49' or '0049'. */
export const phoneText = ({ PhoneCountryCode, PhoneAreaCode, PhoneNumber }: XeroPhone): string =>
  [PhoneCountryCode.replace(/^(?:00|\+)?(?=[1-9])/, '+'), PhoneAreaCode, PhoneNumber]
    .filter(Boolean)
    .join(' ')
