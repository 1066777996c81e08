//! Which arrays and objects there are, by the handles that a program holds.
//!
//! *What.* Arrays are known by a handle that is no address of the program; objects are numbered from 1, in the order in which they were
//! made, textures and surfaces alike (measured, H200). A texture reference is known by the address of its variable. *Invariant.* A number is given once:
//! an object that was destroyed is remembered as such.

use super::descriptor::{Array, Resource, Texture};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// What a handle of the device's code stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum Thing {
    /// A texture.
    Texture(Arc<Texture>),
    /// A surface: an array.
    Surface(Arc<Array>),
}

/// A texture or surface object.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// What it is.
    pub thing: Thing,
    /// It was destroyed.
    pub is_destroyed: bool,
    /// `cudaResourceDesc` and `cudaTextureDesc`, as the program gave them.
    pub described: [Vec<u8>; 2],
}

/// Arrays and objects.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Registry {
    /// By handle.
    arrays: BTreeMap<u64, Arc<Array>>,
    /// Object `n` is at `n - 1`.
    objects: Vec<Object>,
    /// What references are bound to, by the address of their variable.
    bound: BTreeMap<u64, Thing>,
}

impl Registry {
    /// Makes an array known.
    pub fn add_array(&mut self, handle: u64, array: Array) {
        self.arrays.insert(handle, Arc::new(array));
    }

    /// The array of a handle.
    pub fn array(&self, handle: u64) -> Option<&Arc<Array>> {
        self.arrays.get(&handle)
    }

    /// The array that has a texel at an address of the device's memory.
    pub fn array_at(&self, address: u64) -> Option<&Arc<Array>> {
        self.arrays.values().find(|array| address >= array.base && address - array.base < array.layout.size)
    }

    /// The memory of textures that are of no array.
    pub fn linear_memory(&self) -> Vec<Range<u64>> {
        let objects = self.objects.iter().filter(|object| !object.is_destroyed).map(|object| &object.thing);
        let bytes = |thing: &Thing| {
            let Thing::Texture(texture) = thing else { return None };
            let texel = texture.format.bytes();
            let (base, bytes) = match texture.resource {
                Resource::Linear(base, count) => (base, count.saturating_mul(texel)),
                Resource::Pitch(base, width, height, pitch) => {
                    (base, height.saturating_sub(1).saturating_mul(pitch).saturating_add(width.saturating_mul(texel)))
                }
                Resource::Array(_) => return None,
            };
            Some(base..base.saturating_add(bytes))
        };
        objects.chain(self.bound.values()).filter_map(bytes).collect()
    }

    /// Forgets an array, and with a mipmap its levels; answers it.
    pub fn remove_array(&mut self, handle: u64) -> Option<Arc<Array>> {
        let array = self.arrays.remove(&handle)?;
        if array.levels > 1 {
            self.arrays.retain(|_, other| other.base != array.base);
        }
        Some(array)
    }

    /// The handle of level `number` of the mipmap at `base`, if it was given out.
    pub fn level(&self, base: u64, number: u32) -> Option<u64> {
        let is_level = |array: &Array| array.base == base && array.levels == 1 && array.first_level == number;
        self.arrays.iter().find(|(_, array)| is_level(array)).map(|(handle, _)| *handle)
    }

    /// Adds an object and answers its number.
    pub fn add(&mut self, thing: Thing, described: [Vec<u8>; 2]) -> u64 {
        self.objects.push(Object { thing, is_destroyed: false, described });
        self.objects.len() as u64
    }

    /// The object of a number, also if it was destroyed.
    pub fn object(&self, number: u64) -> Option<&Object> {
        self.objects.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// Marks an object as destroyed; whether there was one.
    pub fn destroy(&mut self, number: u64) -> bool {
        let object = number.checked_sub(1).and_then(|index| self.objects.get_mut(usize::try_from(index).ok()?));
        object.map(|object| object.is_destroyed = true).is_some()
    }

    /// Binds a texture or surface reference, or ends that.
    pub fn bind(&mut self, reference: u64, thing: Option<Thing>) {
        match thing {
            Some(thing) => self.bound.insert(reference, thing),
            None => self.bound.remove(&reference),
        };
    }

    /// What a reference is bound to.
    pub fn bound(&self, reference: u64) -> Option<&Thing> {
        self.bound.get(&reference)
    }
}
