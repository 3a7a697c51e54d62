import type { Examples } from '../examples.ts'

export const examples: Examples = {
  'with an address': { url: 'https://example.org/report?line=3' },
}
