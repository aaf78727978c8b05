// From supplemental/windowsZones.xml of the Unicode CLDR (territory 001; its comments have the names
// that Outlook shows). © 1991-2025 Unicode, Inc. Unicode License v3: www.unicode.org/license.txt.
// "Standard Time" is left out of most names.
const ZONES = `
Dateline|International Date Line West|Etc/GMT+12
UTC-11|Coordinated Universal Time-11|Etc/GMT+11
Aleutian|Aleutian Islands|America/Adak
Hawaiian|Hawaii|Pacific/Honolulu
Marquesas|Marquesas Islands|Pacific/Marquesas
Alaskan|Alaska|America/Anchorage
UTC-09|Coordinated Universal Time-09|Etc/GMT+9
Pacific Standard Time (Mexico)|Baja California|America/Tijuana
UTC-08|Coordinated Universal Time-08|Etc/GMT+8
Pacific|Pacific Time (US & Canada)|America/Los_Angeles
US Mountain|Arizona|America/Phoenix
Mountain Standard Time (Mexico)|Chihuahua, La Paz, Mazatlan|America/Mazatlan
Mountain|Mountain Time (US & Canada)|America/Denver
Yukon|Yukon|America/Whitehorse
Central America|Central America|America/Guatemala
Central|Central Time (US & Canada)|America/Chicago
Easter Island|Easter Island|Pacific/Easter
Central Standard Time (Mexico)|Guadalajara, Mexico City, Monterrey|America/Mexico_City
Canada Central|Saskatchewan|America/Regina
SA Pacific|Bogota, Lima, Quito, Rio Branco|America/Bogota
Eastern Standard Time (Mexico)|Chetumal|America/Cancun
Eastern|Eastern Time (US & Canada)|America/New_York
Haiti|Haiti|America/Port-au-Prince
Cuba|Havana|America/Havana
US Eastern|Indiana (East)|America/Indianapolis
Turks And Caicos|Turks and Caicos|America/Grand_Turk
Paraguay|Asuncion|America/Asuncion
Atlantic|Atlantic Time (Canada)|America/Halifax
Venezuela|Caracas|America/Caracas
Central Brazilian|Cuiaba|America/Cuiaba
SA Western|Georgetown, La Paz, Manaus, San Juan|America/La_Paz
Pacific SA|Santiago|America/Santiago
Newfoundland|Newfoundland|America/St_Johns
Tocantins|Araguaina|America/Araguaina
E. South America|Brasilia|America/Sao_Paulo
SA Eastern|Cayenne, Fortaleza|America/Cayenne
Argentina|City of Buenos Aires|America/Buenos_Aires
Greenland|Greenland|America/Godthab
Montevideo|Montevideo|America/Montevideo
Magallanes|Punta Arenas|America/Punta_Arenas
Saint Pierre|Saint Pierre and Miquelon|America/Miquelon
Bahia|Salvador|America/Bahia
UTC-02|Coordinated Universal Time-02|Etc/GMT+2
Azores|Azores|Atlantic/Azores
Cape Verde|Cabo Verde Is.|Atlantic/Cape_Verde
UTC|Coordinated Universal Time|Etc/UTC
GMT|Dublin, Edinburgh, Lisbon, London|Europe/London
Greenwich|Monrovia, Reykjavik|Atlantic/Reykjavik
Sao Tome|Sao Tome|Africa/Sao_Tome
Morocco|Casablanca|Africa/Casablanca
W. Europe|Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna|Europe/Berlin
Central Europe|Belgrade, Bratislava, Budapest, Ljubljana, Prague|Europe/Budapest
Romance|Brussels, Copenhagen, Madrid, Paris|Europe/Paris
Central European|Sarajevo, Skopje, Warsaw, Zagreb|Europe/Warsaw
W. Central Africa|West Central Africa|Africa/Lagos
Jordan|Amman|Asia/Amman
GTB|Athens, Bucharest|Europe/Bucharest
Middle East|Beirut|Asia/Beirut
Egypt|Cairo|Africa/Cairo
E. Europe|Chisinau|Europe/Chisinau
Syria|Damascus|Asia/Damascus
West Bank|Gaza, Hebron|Asia/Hebron
South Africa|Harare, Pretoria|Africa/Johannesburg
FLE|Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius|Europe/Kiev
Israel|Jerusalem|Asia/Jerusalem
South Sudan|Juba|Africa/Juba
Kaliningrad|Kaliningrad|Europe/Kaliningrad
Sudan|Khartoum|Africa/Khartoum
Libya|Tripoli|Africa/Tripoli
Namibia|Windhoek|Africa/Windhoek
Arabic|Baghdad|Asia/Baghdad
Turkey|Istanbul|Europe/Istanbul
Arab|Kuwait, Riyadh|Asia/Riyadh
Belarus|Minsk|Europe/Minsk
Russian|Moscow, St. Petersburg|Europe/Moscow
E. Africa|Nairobi|Africa/Nairobi
Iran|Tehran|Asia/Tehran
Arabian|Abu Dhabi, Muscat|Asia/Dubai
Astrakhan|Astrakhan, Ulyanovsk|Europe/Astrakhan
Azerbaijan|Baku|Asia/Baku
Russia Time Zone 3|Izhevsk, Samara|Europe/Samara
Mauritius|Port Louis|Indian/Mauritius
Saratov|Saratov|Europe/Saratov
Georgian|Tbilisi|Asia/Tbilisi
Volgograd|Volgograd|Europe/Volgograd
Caucasus|Yerevan|Asia/Yerevan
Afghanistan|Kabul|Asia/Kabul
West Asia|Ashgabat, Tashkent|Asia/Tashkent
Ekaterinburg|Ekaterinburg|Asia/Yekaterinburg
Pakistan|Islamabad, Karachi|Asia/Karachi
Qyzylorda|Qyzylorda|Asia/Qyzylorda
India|Chennai, Kolkata, Mumbai, New Delhi|Asia/Calcutta
Sri Lanka|Sri Jayawardenepura|Asia/Colombo
Nepal|Kathmandu|Asia/Katmandu
Central Asia|Astana|Asia/Bishkek
Bangladesh|Dhaka|Asia/Dhaka
Omsk|Omsk|Asia/Omsk
Myanmar|Yangon (Rangoon)|Asia/Rangoon
SE Asia|Bangkok, Hanoi, Jakarta|Asia/Bangkok
Altai|Barnaul, Gorno-Altaysk|Asia/Barnaul
W. Mongolia|Hovd|Asia/Hovd
North Asia|Krasnoyarsk|Asia/Krasnoyarsk
N. Central Asia|Novosibirsk|Asia/Novosibirsk
Tomsk|Tomsk|Asia/Tomsk
China|Beijing, Chongqing, Hong Kong, Urumqi|Asia/Shanghai
North Asia East|Irkutsk|Asia/Irkutsk
Singapore|Kuala Lumpur, Singapore|Asia/Singapore
W. Australia|Perth|Australia/Perth
Taipei|Taipei|Asia/Taipei
Ulaanbaatar|Ulaanbaatar|Asia/Ulaanbaatar
Aus Central W.|Eucla|Australia/Eucla
Transbaikal|Chita|Asia/Chita
Tokyo|Osaka, Sapporo, Tokyo|Asia/Tokyo
North Korea|Pyongyang|Asia/Pyongyang
Korea|Seoul|Asia/Seoul
Yakutsk|Yakutsk|Asia/Yakutsk
Cen. Australia|Adelaide|Australia/Adelaide
AUS Central|Darwin|Australia/Darwin
E. Australia|Brisbane|Australia/Brisbane
AUS Eastern|Canberra, Melbourne, Sydney|Australia/Sydney
West Pacific|Guam, Port Moresby|Pacific/Port_Moresby
Tasmania|Hobart|Australia/Hobart
Vladivostok|Vladivostok|Asia/Vladivostok
Lord Howe|Lord Howe Island|Australia/Lord_Howe
Bougainville|Bougainville Island|Pacific/Bougainville
Russia Time Zone 10|Chokurdakh|Asia/Srednekolymsk
Magadan|Magadan|Asia/Magadan
Norfolk|Norfolk Island|Pacific/Norfolk
Sakhalin|Sakhalin|Asia/Sakhalin
Central Pacific|Solomon Is., New Caledonia|Pacific/Guadalcanal
Russia Time Zone 11|Anadyr, Petropavlovsk-Kamchatsky|Asia/Kamchatka
New Zealand|Auckland, Wellington|Pacific/Auckland
UTC+12|Coordinated Universal Time+12|Etc/GMT-12
Fiji|Fiji|Pacific/Fiji
Chatham Islands|Chatham Islands|Pacific/Chatham
UTC+13|Coordinated Universal Time+13|Etc/GMT-13
Tonga|Nuku'alofa|Pacific/Tongatapu
Samoa|Samoa|Pacific/Apia
Line Islands|Kiritimati Island|Pacific/Kiritimati`;

function plain(name: string): string {
  const place = name.replace(/^\((?:UTC|GMT)[^)]*\)\s*/i, "");
  return place.toLowerCase().replaceAll("&", "and").trim();
}

const FULL = /Time|^UTC/;

export const windowsZones: ReadonlyMap<string, string> = new Map(
  ZONES.trim()
    .split("\n")
    .flatMap((line): [string, string][] => {
      const [id = "", shown = "", zone = ""] = line.split("|");
      const full = FULL.test(id) ? id : `${id} Standard Time`;
      return [
        [plain(full), zone],
        [`(utc) ${plain(shown)}`, zone],
      ];
    }),
);

/** The IANA zone of `Eastern Standard Time` or `(UTC-05:00) Eastern Time (US & Canada)`. */
export function windowsZone(name: string): string | null {
  const isShown = /^\((?:UTC|GMT)/i.test(name.trim());
  return windowsZones.get(isShown ? `(utc) ${plain(name.trim())}` : plain(name)) ?? null;
}
