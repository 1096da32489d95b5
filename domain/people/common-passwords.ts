// Common passwords that lists of stolen passwords lack: words of this business, names newer than the lists, runs over the
// keys of other keyboards. In lower case.
const WORDS = `
  0987654321 159357159 159753159 258456258 32132132 741852741 753951753 aa12345678 abcdefg123 accountant
  accounting angelbaby azertyui azertyuiop billing bookkeeper debian facebook fortnite happybirthday iluvyou
  instagram invoice invoices linkedin lkjhgfdsa login marshmallow messi minecraft mysql narutouzumaki neymar
  p@ssword pa$$word passphrase payment payments plmoknijb poiuytrewq postgres puppylove qwertz qwertzui
  qwertzuiop receivable receivables roblox rootpassword signin snapchat superuser tiktok twitter ubuntu
  voldemort welcomehome worldofwarcraft
`

export const FURTHER_COMMON_PASSWORDS: readonly string[] = WORDS.trim().split(/\s+/)
