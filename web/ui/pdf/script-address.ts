interface Policy {
  createScriptURL(address: string): string
}

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
}

/**
 * Pages let no mere text become a script. Returns what vouches, under a name that the pages' policy knows, for the
 * addresses that are `ours` and throws TypeError for any other; where browsers don't ask, addresses stay as they are.
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
