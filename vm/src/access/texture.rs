//! Texture and surface instructions of a warp.
//!
//! *What.* Lane by lane: the object of its handle, the texels (`crate::texture`), their bytes, the result. *Invariant.* A byte is read or
//! written only inside the allocation that the object's memory lies in. *May miss.* That a texture does not see writes of its own launch:
//! CUDA leaves that open; here it sees them, and observers are told of the texels. *Cost.* A lookup of some 50 ns a lane, 120 with a
//! filter. *Source.* PTX ISA 9.7.10 and 9.7.11; what wrong objects do was measured on an H200.

use crate::call::Stop;
use crate::decode::code::TextureAccess;
use crate::decode::registers::lanes;
use crate::exec::engine::{AccessContext, Engine};
use crate::instrument::observe::{LaneOrder, MemoryEvent, TextureEvent, TextureKind};
use crate::memory::{Access, Memory, Violation, ViolationKind};
use crate::report::texture::Wrong;
use crate::texture::descriptor::{Array, Resource, Texture};
use crate::texture::fetch::{Footprint, footprint};
use crate::texture::registry::Thing;
use crate::texture::surface::{self, Place};
use crate::texture::traffic::{Traffic, of_surface, of_texture};
use crate::texture::{LevelChoice, Lookup};
use kern_ir::texture::{Boundary, Geometry, TexQuery};
use kern_ir::{CacheOp, Opcode};
use std::sync::Arc;

/// A handle and what it stands for.
type Found = (u64, Option<Thing>);

/// A lane, the address of a texel, or of what a surface instruction accesses, and its bytes.
type LaneTexel = (usize, u64, u32);

/// The allocation that a texture reads.
struct TextureMemory {
    /// An address in it.
    base: u64,
    /// Its first address, and its bytes.
    start: u64,
    size: u64,
    /// Where it lies, if it is live.
    pointer: Option<*const u8>,
}

impl TextureMemory {
    fn new(memory: &Memory, texture: &Texture) -> TextureMemory {
        let base = match &texture.resource {
            Resource::Linear(base, _) | Resource::Pitch(base, ..) => *base,
            Resource::Array(array) => array.base,
        };
        let live = memory.allocation(base).filter(|a| !a.is_freed());
        let (start, size) = live.map_or((base, 0), |a| (a.base, a.size));
        let pointer = live.and_then(|a| memory.pointer(a.base, a.size)).map(<*mut u8>::cast_const);
        TextureMemory { base, start, size, pointer }
    }

    /// The bytes of a texel; `None` if they do not lie in the allocation.
    fn texel(&self, address: u64, size: u64) -> Option<[u8; 16]> {
        let offset = address.checked_sub(self.start).filter(|offset| offset.checked_add(size).is_some_and(|end| end <= self.size))?;
        let from = self.pointer?.wrapping_add(offset as usize);
        let mut bytes = [0; 16];
        // SAFETY: so many bytes, 1, 2, 4, 8 or 16, lie in a live allocation, which is mapped; it does not change during an instruction.
        unsafe {
            match size {
                1 => bytes[0] = from.read(),
                2 => bytes[..2].copy_from_slice(&from.cast::<[u8; 2]>().read()),
                4 => bytes[..4].copy_from_slice(&from.cast::<[u8; 4]>().read()),
                8 => bytes[..8].copy_from_slice(&from.cast::<[u8; 8]>().read()),
                _ => bytes = from.cast::<[u8; 16]>().read(),
            }
        }
        Some(bytes)
    }
}

impl<const L: usize> Engine<'_, '_, L> {
    /// Executes a texture or surface instruction.
    ///
    /// # Errors
    /// The launch cannot go on.
    pub(crate) fn access_texture(&mut self, context: &mut AccessContext<L>, access: &TextureAccess) -> Result<(), Stop> {
        match access.op {
            Opcode::Txq => self.query_texture(context, access),
            Opcode::Suld | Opcode::Sust => self.access_surface(context, access),
            _ => self.read_texture(context, access),
        }
    }

    /// Sizes; a program that asks for anything else is not loaded by a GPU, and not compiled.
    fn query_texture(&mut self, context: &mut AccessContext<L>, access: &TextureAccess) -> Result<(), Stop> {
        let mut known: Found = (0, None);
        for lane in lanes::<L>(context.mask) {
            let handle = context.registers.lane::<u64>(access.slots[0], lane);
            self.find_object(context, lane, handle, &mut known, "texture")?;
            let extent = match &known.1 {
                Some(Thing::Texture(texture)) => texture.resource.queried(),
                Some(Thing::Surface(array)) => array.queried(),
                None => [0; 3],
            };
            let size = match access.query {
                Some(TexQuery::Width) => extent[0],
                Some(TexQuery::Height) => extent[1],
                Some(TexQuery::Depth) => extent[2],
                _ => 0,
            };
            access.results.iter().for_each(|&slot| context.registers.set_lane(slot, lane, size as u32));
        }
        Ok(())
    }

    fn read_texture(&mut self, context: &mut AccessContext<L>, access: &TextureAccess) -> Result<(), Stop> {
        let mut known: Found = (0, None);
        let mut traffic = Traffic::default();
        let mut lookups = Vec::new();
        let is_observed = self.is_observed();
        // The memory of the texture at hand, and what the lane at hand reads of it.
        let (mut memory, mut of_lane) = (None, Footprint::NOTHING);
        for lane in lanes::<L>(context.mask) {
            let mut values = [0; 4];
            let handle = context.registers.lane::<u64>(access.slots[0], lane);
            if handle != known.0 {
                memory = None;
            }
            self.find_object(context, lane, handle, &mut known, "texture")?;
            match &known.1 {
                Some(Thing::Texture(texture)) => {
                    let memory = memory.get_or_insert_with(|| TextureMemory::new(&self.machine.memory, texture));
                    let lookup = lookup(context, access, lane);
                    if access.op == Opcode::TexGrad && texture.sampler.anisotropy > 1 {
                        return Err(self.refuse_anisotropy(context));
                    }
                    values = self.texel(context, lane, (texture, memory), &lookup, &mut of_lane)?;
                    if is_observed {
                        lookups.push((lane, texture.clone(), lookup));
                    }
                }
                Some(Thing::Surface(_)) => self.wrong_object(context, lane, &Wrong::Unknown(handle), "texture")?,
                None => {}
            }
            for (&slot, value) in access.results.iter().zip(values) {
                context.registers.set_lane(slot, lane, value);
            }
        }
        if is_observed {
            for quad in lookups.chunk_by(|a, b| a.0 / 8 == b.0 / 8) {
                let lanes = quad.iter().map(|(lane, texture, lookup)| (*lane, footprint(texture, lookup), texture.as_ref()));
                traffic += of_texture(&lanes.collect::<Vec<_>>());
            }
            self.observe_texture(context, TextureKind::Texture, traffic);
            if self.machine.sinks.wanted().texels {
                let texels = lookups.iter().flat_map(|(lane, texture, lookup)| {
                    let inside: Vec<u64> = footprint(texture, lookup).inside().collect();
                    inside.into_iter().map(move |address| (*lane, address, texture.format.bytes() as u32))
                });
                self.observe_texels(context, TextureKind::Texture, texels.collect());
            }
        }
        Ok(())
    }

    /// What a lane reads through a texture.
    fn texel(
        &mut self,
        context: &mut AccessContext<L>,
        lane: usize,
        (texture, memory): (&Texture, &TextureMemory),
        lookup: &Lookup,
        footprint: &mut Footprint,
    ) -> Result<[u32; 4], Stop> {
        if matches!(texture.resource, Resource::Array(_)) && memory.pointer.is_none() {
            self.wrong_object(context, lane, &Wrong::Freed, "texture")?;
            return Ok([0; 4]);
        }
        footprint.find(texture, lookup);
        let (size, mut wrong) = (texture.format.bytes(), None);
        if let (&Resource::Linear(base, count), Some(Ok(index))) = (&texture.resource, lookup.index.map(u64::try_from)) {
            // A texture of as many bytes as its memory has texels.
            let texels = memory.size / size;
            if base == memory.start && size > 1 && (count..texels).contains(&index) && count == texels / size {
                self.wrong_object(context, lane, &Wrong::Beyond(index, count, memory.size), "texture")?;
            }
        }
        let mut read = |address: u64| {
            memory.texel(address, size).unwrap_or_else(|| {
                wrong = Some(address);
                [0; 16]
            })
        };
        let values = match lookup.gather {
            Some(component) => footprint.gathered(texture, component, &mut read),
            None => footprint.values(texture, &mut read),
        };
        if let Some(address) = wrong {
            let allocation = self.machine.memory.allocation(memory.base).cloned();
            let is_live = allocation.as_ref().is_some_and(|a| !a.is_freed());
            let kind = if is_live { ViolationKind::OutOfBounds } else { ViolationKind::Freed };
            let violation = Violation { kind, address, size, access: Access::Read, allocation };
            self.violation(context, lane, &violation)?;
        }
        Ok(values)
    }

    fn access_surface(&mut self, context: &mut AccessContext<L>, access: &TextureAccess) -> Result<(), Stop> {
        let is_store = access.op == Opcode::Sust;
        if is_store {
            self.effects += 1;
            context.warp.is_active = true;
        }
        let Some(geometry) = access.geometry else { return Ok(()) };
        let place_slots = usize::from(geometry.is_layered()) + geometry.coordinates();
        let values = if is_store { &access.slots[1 + place_slots..] } else { &access.results[..] };
        let size = access.bytes * values.len() as u64;
        let mut known: Found = (0, None);
        let mut touched = Vec::new();
        for lane in lanes::<L>(context.mask) {
            let handle = context.registers.lane::<u64>(access.slots[0], lane);
            self.find_object(context, lane, handle, &mut known, "surface")?;
            let mut bytes = [0; 16];
            let mut pointer = None;
            match &known.1 {
                Some(Thing::Surface(array)) => {
                    let array = array.clone();
                    let place = place(context, access, geometry, lane);
                    let boundary = access.boundary.unwrap_or(Boundary::Trap);
                    pointer = self.surface_bytes((context, lane), &array, (place, size, boundary), &mut touched)?;
                }
                Some(Thing::Texture(_)) => self.wrong_object(context, lane, &Wrong::Unknown(handle), "surface")?,
                None => {}
            }
            if is_store {
                for (index, &slot) in values.iter().enumerate() {
                    let (at, wide) = (index * access.bytes as usize, access.bytes == 8);
                    let bits =
                        if wide { context.registers.lane::<u64>(slot, lane) } else { u64::from(context.registers.lane::<u32>(slot, lane)) };
                    bytes[at..at + access.bytes as usize].copy_from_slice(&bits.to_le_bytes()[..access.bytes as usize]);
                }
                if let Some(pointer) = pointer {
                    // SAFETY: `surface_bytes` found so many bytes inside a live allocation.
                    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), pointer, size as usize) };
                }
                continue;
            }
            if let Some(pointer) = pointer {
                // SAFETY: as above.
                unsafe { std::ptr::copy_nonoverlapping(pointer, bytes.as_mut_ptr(), size as usize) };
            }
            for (index, &slot) in values.iter().enumerate() {
                let at = index * access.bytes as usize;
                let bits = bytes[at..at + access.bytes as usize].iter().rev().fold(0u64, |bits, &byte| bits << 8 | u64::from(byte));
                match access.bytes {
                    8 => context.registers.set_lane(slot, lane, bits),
                    _ => context.registers.set_lane(slot, lane, bits as u32),
                }
            }
        }
        if self.is_observed() {
            let kind = if is_store { TextureKind::SurfaceStore } else { TextureKind::SurfaceLoad };
            if is_store {
                self.observe(context.warp, context.barriers, |observer, _| {
                    touched.iter().for_each(|&(_, address)| observer.filled(address, size));
                });
            }
            if self.machine.sinks.wanted().texels {
                let texels = touched.iter().map(|&(lane, address)| (lane, address, size as u32)).collect();
                self.observe_texels(context, kind, texels);
            }
            self.observe_texture(context, kind, of_surface(context.mask, &touched, matches!(geometry, Geometry::OneD | Geometry::TwoD)));
        }
        Ok(())
    }

    /// Where a lane's bytes of a surface lie; nothing where nothing is to be read or written.
    fn surface_bytes(
        &mut self,
        (context, lane): (&mut AccessContext<L>, usize),
        array: &Arc<Array>,
        (place, size, boundary): (Place, u64, Boundary),
        touched: &mut Vec<(usize, u64)>,
    ) -> Result<Option<*mut u8>, Stop> {
        let memory = &self.machine.memory;
        let allocation = memory.allocation(array.base).filter(|a| !a.is_freed());
        let found = surface::address(array, place, size, boundary);
        let wrong = match found {
            _ if allocation.is_none() => Wrong::Freed,
            Ok(None) => return Ok(None),
            Ok(Some(address)) => {
                let inside = allocation.is_some_and(|a| a.contains(address, size));
                if let Some(pointer) = memory.pointer(address, size).filter(|_| inside) {
                    touched.push((lane, address));
                    return Ok(Some(pointer));
                }
                Wrong::Freed
            }
            Err(surface::Refused::Outside) => Wrong::Outside([place.x, place.y, place.z], surface::extent(array)),
            Err(surface::Refused::Misaligned) => Wrong::Misaligned(place.x, size),
        };
        self.wrong_object(context, lane, &wrong, "surface")?;
        Ok(None)
    }

    /// Looks a handle up, unless it is the one before; tells of one that stands for nothing.
    fn find_object(&mut self, context: &mut AccessContext<L>, lane: usize, handle: u64, known: &mut Found, what: &str) -> Result<(), Stop> {
        if known.0 == handle && known.1.is_some() {
            return Ok(());
        }
        let textures = &self.machine.textures;
        let object = textures.object(handle);
        let bound = textures.bound(handle).cloned();
        *known = (handle, object.map(|object| object.thing.clone()).or(bound));
        let wrong = match object {
            Some(object) if object.is_destroyed => Wrong::Destroyed(handle),
            _ if known.1.is_some() => return Ok(()),
            _ if handle == 0 => Wrong::NoHandle,
            _ => Wrong::Unknown(handle),
        };
        self.wrong_object(context, lane, &wrong, what)
    }

    /// Reports what is wrong with an object, or with the place in it.
    fn wrong_object(&mut self, context: &AccessContext<L>, lane: usize, wrong: &Wrong, what: &str) -> Result<(), Stop> {
        let thread = self.thread(context.warp, context.barriers, lane);
        self.report_about(wrong.code(), context.point, (0, thread), |engine| {
            let trace = engine.trace(context.warp, context.activation, context.point);
            let finding = wrong.finding(engine.machine, &trace, thread.as_ref(), what);
            Some(engine.machine.findings.report(finding))
        });
        match wrong.error() {
            Some(error) => self.fail_access(thread.as_ref(), error),
            None => Ok(()),
        }
    }

    fn refuse_anisotropy(&mut self, context: &AccessContext<L>) -> Stop {
        self.report(crate::report::UNSUPPORTED, context.point, |engine| {
            let trace = engine.trace(context.warp, context.activation, context.point);
            crate::report::unsupported(engine.machine, &trace, "a lookup by gradients with a `maxAnisotropy` above 1")
        });
        Stop::Launch(crate::launch::error::LAUNCH_FAILURE)
    }

    #[cold]
    fn observe_texture(&mut self, context: &AccessContext<L>, kind: TextureKind, traffic: Traffic) {
        let (site, inst, mask) = (self.site(context.point), context.point.1, context.mask);
        self.observe(context.warp, context.barriers, |observer, warp| {
            observer.texture(&TextureEvent { warp, site, inst, kind, mask, traffic });
        });
    }

    /// Tells of texels, one of each lane at a time.
    #[cold]
    fn observe_texels(&mut self, context: &AccessContext<L>, kind: TextureKind, mut texels: Vec<LaneTexel>) {
        let (site, inst) = (self.site(context.point), context.point.1);
        let access = if kind == TextureKind::SurfaceStore { Access::Write } else { Access::Read };
        let cache = (kind == TextureKind::Texture).then_some(CacheOp::Nc);
        while let Some(&(.., bytes)) = texels.first() {
            let (mut mask, mut addresses) = (0u32, [0u64; L]);
            texels.retain(|&(lane, address, size)| {
                let is_next = size == bytes && mask >> lane & 1 == 0;
                if is_next {
                    mask |= 1 << lane;
                    addresses[lane] = address;
                }
                !is_next
            });
            self.observe(context.warp, context.barriers, |observer, warp| {
                observer.texels(&MemoryEvent {
                    warp,
                    site,
                    inst,
                    access,
                    cache,
                    sem: None,
                    scope: None,
                    has_result: access == Access::Read,
                    bytes,
                    counted: None,
                    is_async: false,
                    mask,
                    refused: 0,
                    order: LaneOrder::First(0),
                    addresses: &addresses,
                    shared_of: None,
                    values: None,
                });
            });
        }
    }
}

/// What a lane's operands ask of a texture.
fn lookup<const L: usize>(context: &AccessContext<L>, access: &TextureAccess, lane: usize) -> Lookup {
    let word = |index: usize| access.slots.get(index).map_or(0, |&slot| context.registers.lane::<u32>(slot, lane));
    let float = |index: usize| f32::from_bits(word(index));
    let Some(geometry) = access.geometry else { return Lookup::default() };
    let count = geometry.coordinates();
    let first = 1 + usize::from(geometry.is_layered());
    let mut coordinates = [0.0; 3];
    if !access.is_fetch {
        (0..count).for_each(|axis| coordinates[axis] = float(first + axis));
    }
    let added = first + count;
    let gradient = |start: usize| std::array::from_fn(|axis| if axis < count { float(start + axis) } else { 0.0 });
    Lookup {
        dimensions: count as u32,
        is_layered: geometry.is_layered(),
        is_cube: geometry.is_cube(),
        coordinates,
        index: access.is_fetch.then(|| word(first) as i32),
        layer: if geometry.is_layered() { word(1) as i32 } else { 0 },
        level: match access.op {
            Opcode::TexLevel => LevelChoice::Number(float(added)),
            Opcode::TexGrad => LevelChoice::Gradients([gradient(added), gradient(added + count)]),
            _ => LevelChoice::First,
        },
        gather: (access.op == Opcode::Tld4).then_some(access.component),
    }
}

/// Which place of a surface a lane names.
fn place<const L: usize>(context: &AccessContext<L>, access: &TextureAccess, geometry: Geometry, lane: usize) -> Place {
    let word = |index: usize| i64::from(context.registers.lane::<u32>(access.slots[index], lane) as i32);
    let first = 1 + usize::from(geometry.is_layered());
    let coordinate = |axis: usize| if axis < geometry.coordinates() { word(first + axis) } else { 0 };
    let z = if geometry.is_layered() { word(1) } else { coordinate(2) };
    Place { x: coordinate(0), y: coordinate(1), z, dimensions: geometry.coordinates() as u32, is_layered: geometry.is_layered() }
}
