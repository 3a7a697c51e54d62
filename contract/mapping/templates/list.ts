import { chirpStackV4 } from './chirpStackV4.ts'
import type { MappingTemplate } from './define.ts'
import { espHome } from './espHome.ts'
import { homeAssistant } from './homeAssistant.ts'
import { kepServerEx } from './kepServerEx.ts'
import { milesight } from './milesight.ts'
import { mimic } from './mimic.ts'
import { neuronTags } from './neuronTags.ts'
import { neuronValues } from './neuronValues.ts'
import { shellyGen1 } from './shellyGen1.ts'
import { shellyGen2 } from './shellyGen2.ts'
import { sparkplugB } from './sparkplugB.ts'
import { tasmota } from './tasmota.ts'
import { theThingsNetworkV3 } from './theThingsNetworkV3.ts'
import { zigbee2mqtt } from './zigbee2mqtt.ts'

/** The gallery of templates, in its order. */
export const mappingTemplates: readonly MappingTemplate[] = [
  tasmota,
  shellyGen2,
  shellyGen1,
  zigbee2mqtt,
  espHome,
  homeAssistant,
  chirpStackV4,
  theThingsNetworkV3,
  milesight,
  neuronValues,
  neuronTags,
  kepServerEx,
  sparkplugB,
  mimic,
]
