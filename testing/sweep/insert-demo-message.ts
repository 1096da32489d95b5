import { asDate } from '../../server/platform/clock.ts'
import { newId } from '../../server/platform/ids.ts'
import type { TestServer } from '../test-server.ts'

/** Inserts a message with one attachment into the demo mailbox. Returns its id. */
export async function insertDemoMessage(test: TestServer): Promise<string> {
  const id = newId(test.clock.wallNow())
  const file = {
    name: 'note.txt',
    media_type: 'text/plain',
    content_base64: Buffer.from('Note').toString('base64'),
  }
  await test.app.db
    .insertInto('demo_mailbox')
    .values({
      id,
      to_address: 'someone@people.test',
      from_name: 'Quittance',
      subject: 'A message',
      text_body: 'A message',
      html_body: '<p>A message</p>',
      attachments: JSON.stringify([file]),
      sent_at: asDate(test.clock.wallNow()),
    } as never)
    .execute()
  return id
}
