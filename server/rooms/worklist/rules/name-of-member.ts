/** A person's name, or their address when they have none. */
export function nameOfMember(member: {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}): string {
  const name = `${member.firstName} ${member.lastName}`.trim()
  return name === '' ? member.email : name
}
