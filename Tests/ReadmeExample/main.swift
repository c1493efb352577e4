import LibraryCapture
import Station

let station = try await Station(StationConfiguration())  // the machine's camera, or a simulated one
let photos = try LibraryPairs(at: "photos", in: station.environment)  // FolderPairs("photos") for plain files
let shoot = try station.shoot(ShootPlan(isLive: true, count: 1), into: photos)
let printing = Task { for await event in shoot.events { print(event) } }
let result = try await shoot.run()
await printing.value
await station.stop()
