/** Key of the task about an address of a customer that refuses emails. */
export const refusedAddressKey = (customerId: string, address: string): string =>
  `refused-address ${customerId} ${address.toLowerCase()}`
