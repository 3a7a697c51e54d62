import type { Examples } from '../examples.ts'

export const examples: Examples = {
  clear: { sky: 'clear', temperature: 31, windFrom: 225 },
  rain: { sky: 'rain', province: '广东', city: '深圳', district: '南山' },
  snow: { sky: 'snow', temperature: -4 },
  fog: { sky: 'fog', backgroundColor: '#ffffffff', borderWidth: 1, radius: 6 },
  storm: { sky: 'storm' },
  'as an address answers': { data: '{"sky":"rain","temperature":18.4,"humidity":91,"windSpeed":7.5,"windFrom":300}' },
  'an answer that leaves things out': { data: '{"temperature":-12,"humidity":"80"}', province: '广东' },
  'no weather in the answer': { data: '{"code":500}', province: '广东' },
  overcast: { sky: 'overcast' },
}
