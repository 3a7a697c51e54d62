import type { Examples } from '../examples.ts'

export const examples: Examples = {
  'of this host': { source: '/samples/pump.png', radius: 8, borderWidth: 2 },
  stretched: { source: 'https://example.org/plant.jpg', fit: 'fill', backgroundColor: '#ffffffff' },
}
