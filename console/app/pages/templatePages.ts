import type { Words } from '@mimic/engine/schema'

/** Help page of a make of devices. */
export interface TemplatePage {
  readonly path: string
  /** Id of the template in `contract/mapping/templates`. */
  readonly template: string
  /** Name of the template. */
  readonly words: Words
}

/** Path of the help page of a template. */
export const getTemplatePath = (template: string): string => `/help/device-makes/${template}`

const page = (template: string, en: string, zh = en): TemplatePage => ({
  path: getTemplatePath(template),
  template,
  words: { en, zh },
})

/** Makes of devices in the order of the gallery. Names are repeated here because the first chunk has no templates. */
export const templatePages: readonly TemplatePage[] = [
  page('tasmota', 'Tasmota'),
  page('shellyGen2', 'Shelly, second generation and later', 'Shelly 第二代及以后'),
  page('shellyGen1', 'Shelly, first generation', 'Shelly 第一代'),
  page('zigbee2mqtt', 'Zigbee2MQTT'),
  page('espHome', 'ESPHome'),
  page('homeAssistant', 'Home Assistant discovery', 'Home Assistant 自动发现'),
  page('chirpStackV4', 'ChirpStack v4'),
  page('theThingsNetworkV3', 'The Things Network v3'),
  page('milesight', 'Milesight', '星纵物联（Milesight）'),
  page('neuronValues', 'Neuron, values format', 'Neuron（values 格式）'),
  page('neuronTags', 'Neuron, tags format', 'Neuron（tags 格式）'),
  page('kepServerEx', 'KEPServerEX IoT Gateway'),
  page('sparkplugB', 'Sparkplug B'),
  page('mimic', "Mimic's own frame", 'Mimic 自有格式'),
]
