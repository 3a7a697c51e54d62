import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs file URLs for devices, which have no account. Each is valid for one file and a limited time. */
export function createSignedUrls(secret: Buffer, now: () => number) {
  const key = createHmac('sha256', secret).update('upgrade tickets').digest()
  const sign = (file: string, until: number): string =>
    createHmac('sha256', key).update(`${file}.${until}`).digest('base64url')
  return {
    issue: (file: string, lifetimeMs: number): string => {
      const until = now() + lifetimeMs
      return `${file}.${until}.${sign(file, until)}`
    },
    /** Returns the file id, or undefined if the ticket is invalid or expired. */
    verify(ticket: string): string | undefined {
      const [file = '', until = '', signature = ''] = ticket.split('.')
      const expected = Buffer.from(sign(file, Number(until)))
      const actual = Buffer.from(signature)
      const isValid = actual.length === expected.length && timingSafeEqual(actual, expected)
      return isValid && Number(until) > now() ? file : undefined
    },
  }
}

export type SignedUrls = ReturnType<typeof createSignedUrls>
