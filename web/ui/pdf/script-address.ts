interface Policy {
  createScriptURL(address: string): string
}

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
}

/**
 * Creates a trusted types policy: plain text can't become a script address. Allows addresses that are `ours`
 * and throws TypeError for any other. Browsers without trusted types get the address unchanged.
 */
export function vouchForScripts(name: string, ours: (address: string) => boolean): Policy['createScriptURL'] {
  const policy = trustedTypes?.createPolicy(name, {
    createScriptURL(address) {
      if (!ours(address)) throw new TypeError('not the address of a script')
      return address
    },
  })
  return (address) => policy?.createScriptURL(address) ?? address
}
